/** Prints what follows from the description of a record: `npm run describe -- Aircraft`. */
import { getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { RECORDS } from '../server/src/domain/records/all-records.ts'
import type { AnyDescription } from '../server/src/domain/records/description.ts'
import { nameOf, shownName } from '../server/src/domain/records/field.ts'
import { scopesOfField, scopesOfInput } from '../server/src/graphql/access-declaration.ts'
import { followingFields } from '../server/src/graphql/follows-declaration.ts'
import { buildSchema } from '../server/src/graphql/schema.ts'
import { allColumns, columnName } from '../server/src/storage/columns.ts'
import { STORED_RECORDS } from '../server/src/storage/operations/stored-records.ts'
import { selectRecords } from '../server/src/storage/records.ts'
import type { ViewReader } from '../server/src/storage/view.ts'

const lines: string[] = []
const heading = (text: string): void => void lines.push('', text, '-'.repeat(text.length))

const described = (name: string | undefined): AnyDescription => {
  const found = RECORDS.find((each) => each.name === name)
  if (found) return found
  console.error(`Name a record: ${RECORDS.map((each) => each.name).join(', ')}`)
  process.exit(1)
}

const tellFields = ({ id, fields }: AnyDescription): void => {
  heading('Fields: column, type, limits, inputs, graph')
  lines.push(`${id.field}: ${columnName(id.field)}, id`)
  for (const [key, field] of Object.entries(fields)) {
    const { written = 'always', required } = field.options
    const limits = Object.entries(field.limits).map(([limit, value]) => `${limit} ${value}`)
    lines.push(
      [
        `${key}: ${columnName(key)}`,
        field.words ? `${field.type} ${field.words.name}` : field.type,
        ...limits,
        ...(required ? ['required'] : []),
        written === 'never' ? 'in no input' : `${nameOf(key, field)} in inputs (${written})`,
        `shown as ${shownName(key, field) ?? 'nothing'}${field.options.shown === undefined ? '' : ', by hand'}`,
      ].join(', '),
    )
  }
}

/** A reader that writes down what it is asked, and finds nothing. */
const listener = (view: ViewReader['view']): ViewReader =>
  ({
    kind: 'sqlite',
    tenantId: 'tenant',
    view,
    lists: (text: string) => {
      lines.push(`${view.of}: ${text.replace(/\s+/g, ' ').trim()}`)
      return Promise.resolve([])
    },
  }) as unknown as ViewReader

const tellStatements = async ({ entity }: AnyDescription): Promise<void> => {
  heading('SQL: what each view reads')
  const kind = STORED_RECORDS[entity as keyof typeof STORED_RECORDS]
  const views: readonly ViewReader['view'][] = [
    { of: 'operator' },
    { of: 'aircraft', aircraftIds: [] },
    { of: 'buyer', buyer: '' },
    { of: 'provider', provider: '' },
    { of: 'person', userId: '' },
  ]
  for (const view of views) await selectRecords(listener(view), kind, { columns: allColumns(kind) })
}

const tellNodes = ({ name, names }: AnyDescription): void => {
  const schema = buildSchema()
  const one = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  heading('Nodes and their scopes')
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (![one, `${one}List`, `${one}Create`, `${one}Update`, `${one}Delete`].includes(field.name)) continue
      const args = field.args.map((argument) => `${argument.name}: ${argument.type}`).join(', ')
      lines.push(`${field.name}(${args}): ${field.type}, needs ${scopesOfField(field).join(', ') || 'no scope'}`)
    }
  }
  const types = [name, names?.createInput ?? `${name}Input`, `${name}UpdateInput`, names?.filter ?? `${name}Filter`]
  const following = followingFields(schema).filter(({ description }) => description.name === name)
  const kinds = new Map(following.map(({ field, declared }) => [field.name, declared]))
  for (const type of types.map((each) => schema.getType(each))) {
    if (isObjectType(type)) {
      lines.push('', `type ${type.name}`)
      for (const field of Object.values(type.getFields())) {
        const scopes = isObjectType(getNamedType(field.type)) ? scopesOfField(field) : []
        const follows = kinds.get(field.name) ?? []
        lines.push(
          `  ${field.name}: ${field.type}${scopes.length > 0 ? `, needs ${scopes.join(', ')}` : ''}${follows.length > 0 ? `, follows ${follows.join(', ')}` : ''}`,
        )
      }
    }
    if (isInputObjectType(type)) {
      lines.push('', `input ${type.name}`)
      for (const field of Object.values(type.getFields())) {
        const scopes = scopesOfInput(field)
        lines.push(`  ${field.name}: ${field.type}${scopes.length > 0 ? `, needs ${scopes.join(', ')}` : ''}`)
      }
    }
  }
}

const description = described(process.argv[2])
lines.push(`${description.name}: ${description.says}`, `Described in server/src/${description.file}`)
lines.push(`Read by ${description.read}, written by ${description.write}, ${description.entity} in the change feed`)
tellFields(description)
await tellStatements(description)
tellNodes(description)
console.log(lines.join('\n'))
