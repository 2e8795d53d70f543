/**
 * Every kind that the server describes gets its list, drawer, form and file from its description: the documents that
 * are made for it are valid in the graph, and no source of the console names it.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql'
import { conversationDocument } from '../src/data/conversation/conversation-queries.ts'
import {
  choiceDocument,
  historyDocument,
  listDocument,
  mutationDocument,
  namesDocument,
  oneDocument,
} from '../src/data/documents.ts'
import { draftOf, draftProblems, fieldsFor, inputOf } from '../src/data/form-values.ts'
import { KINDS, type Kind } from '../src/data/kinds.ts'
import { textOf } from '../src/graph/graphql.ts'

const SOURCES = new URL('../src/', import.meta.url)
const graph = readFileSync(new URL('../../server/schema.graphql', import.meta.url), 'utf8')

const everything = () => true
const nothing = () => false

const documentsOf = (kind: Kind): string[] => [
  ...[everything, nothing].flatMap((mayRead) => [
    textOf(listDocument(kind, mayRead) as never),
    textOf(oneDocument(kind, mayRead) as never),
    textOf(historyDocument(kind, mayRead) as never),
  ]),
  textOf(namesDocument(kind) as never),
  textOf(choiceDocument(kind) as never),
  ...Object.values(kind.mutations).flatMap((one) => (one ? [textOf(mutationDocument(kind, one) as never)] : [])),
  ...(kind.isTalkedAbout ? [textOf(conversationDocument(kind))] : []),
]

const faultsOf = (schema: GraphQLSchema, kind: Kind): string[] =>
  documentsOf(kind).flatMap((text) => validate(schema, parse(text)).map(({ message }) => `${message}\n${text}`))

/** A kind that nobody has written a page for: as `npm run generate` would describe it. */
const NOTE: Kind = {
  name: 'Note',
  entity: 'NOTE',
  noun: 'note',
  plural: 'notes',
  path: 'notes',
  says: 'A note.',
  isTalkedAbout: false,
  scopes: { read: 'contact:read', write: 'contact:write' },
  id: { field: 'noteId', isInInput: false },
  queries: { one: 'note', list: 'noteList' },
  mutations: {
    create: { name: 'noteCreate', arguments: { input: 'NoteInput!' } },
    update: { name: 'noteUpdate', arguments: { noteId: 'ID!', input: 'NoteUpdateInput!', expectedVersion: 'Int!' } },
    delete: { name: 'noteDelete', arguments: { noteId: 'ID!', expectedVersion: 'Int!' } },
  },
  calledBy: ['title'],
  listed: null,
  filters: { as: 'optional', type: 'NoteFilter', needsOneOf: [], list: [] },
  fields: [
    {
      name: 'title',
      label: 'Title',
      type: 'text',
      limits: { most: 20 },
      isNeeded: true,
      inCreate: true,
      isAsked: true,
      inUpdate: true,
      isArgument: false,
      shown: { name: 'title', type: 'String', isObject: false, isList: false },
    },
    {
      name: 'until',
      label: 'Until',
      type: 'day',
      limits: {},
      isNeeded: false,
      inCreate: true,
      isAsked: false,
      inUpdate: true,
      isArgument: false,
      shown: { name: 'until', type: 'Date', isObject: false, isList: false },
    },
  ],
}

const NOTE_GRAPH = `
  type Note { noteId: ID! title: String! until: Date version: Int! createdAt: DateTime! updatedAt: DateTime!
    createdBy: Actor externalIdList: [ExternalId!]! versionList: [RecordVersion!]! }
  type NotePage { nodeList: [Note!]! pageInfo: PageInfo! }
  type NotePayload { note: Note warningList: [Warning!]! userErrorList: [UserError!]! }
  input NoteFilter { noteIdList: [ID!] }
  input NoteInput { title: String! until: Date }
  input NoteUpdateInput { title: String until: Date }
  extend type Query { note(noteId: ID!): Note noteList(filter: NoteFilter, page: PageInput): NotePage! }
  extend type Mutation {
    noteCreate(input: NoteInput!, idempotencyKey: String): NotePayload!
    noteUpdate(noteId: ID!, input: NoteUpdateInput!, expectedVersion: Int!, idempotencyKey: String): NotePayload!
    noteDelete(noteId: ID!, expectedVersion: Int!, idempotencyKey: String): NotePayload!
  }`

describe('the documents of described records', () => {
  const schema = buildSchema(graph)
  for (const kind of KINDS) {
    test(`those of ${kind.name} are valid, whatever the viewer may read`, () => {
      assert.deepEqual(faultsOf(schema, kind), [])
    })
  }

  test('a kind that is new needs no source of the console', () => {
    assert.deepEqual(faultsOf(buildSchema(graph + NOTE_GRAPH), NOTE), [])
    const fields = fieldsFor(NOTE, 'create')
    assert.deepEqual(draftProblems(fields, draftOf(fields, null), true), { title: 'This is missing.' })
    assert.deepEqual(inputOf(fields, { title: 'Fuel', until: '12 Nov 2026' }, null), {
      title: 'Fuel',
      until: '2026-11-12',
    })
    const before = { title: 'Fuel', until: '2026-11-12' }
    assert.deepEqual(inputOf(fields, { title: 'Fuel', until: '' }, before), { until: null })
  })

  test('kinds whose pages are generic are named nowhere in the console', () => {
    const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const text = sources
      .filter((file) => file.startsWith('data/') && !/^data\/(aircraft|crew|flights)\//.test(file))
      .map((file) => readFileSync(new URL(file, SOURCES), 'utf8'))
      .join('\n')
    for (const name of ['Unavailability', 'TravelDocument', 'Qualification', 'Duty', 'Trip']) {
      assert.doesNotMatch(text, new RegExp(`['"\`]${name}['"\`]`), name)
    }
  })
})
