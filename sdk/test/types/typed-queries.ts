/** Checked by the compiler, then run: results and variables have the types that the schema gives them. */
import { connect, type StoredTokens, type TypedDocument } from '@airside/client'
import { initGraphQLTada, readFragment } from 'gql.tada'
import type { introspection } from './introspection.ts'

const graphql = initGraphQLTada<{ introspection: introspection; scalars: { DateTime: string; Decimal: string } }>()

const [service, apiKey] = process.argv.slice(2) as [string, string]
const airside = connect({ operator: 'alpine', service, apiKey })

/** Compiles only where A and B are the same type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never
const same = <A, B>(_: Same<A, B>): void => {}

// A document with a required variable.
const Types = graphql(`query Types($wildcard: String!) { aircraftTypeList(wildcard: $wildcard) { acftTypeId iCAO } }`)
const types = await airside.query(Types, { wildcard: 'B738' })
same<typeof types.aircraftTypeList, { acftTypeId: string; iCAO: string }[]>(true)
if (!types.aircraftTypeList.every(({ iCAO }) => iCAO === 'B738')) throw new Error('They are B738')

const misused = async () => {
  // @ts-expect-error a required variable cannot be left out
  await airside.query(Types)
  // @ts-expect-error nor have another type
  await airside.query(Types, { wildcard: 738 })
  // @ts-expect-error what was not selected is not there
  types.aircraftTypeList[0]?.manufacturer
}
void misused

// A document without variables, and a fragment.
const Who = graphql(`fragment Who on TokenInfo { scopeList environment }`)
const Me = graphql(`query Me { tokenInfo { ...Who } operator { operatorId } }`, [Who])
const me = await airside.query(Me)
same<typeof me.operator.operatorId, string>(true)
const who = readFragment(Who, me.tokenInfo)
same<typeof who.scopeList, string[]>(true)
if (me.operator.operatorId !== 'alpine' || who.environment !== 'production') throw new Error('It is alpine')

// A list, page by page; the cursor is not the caller's business.
const Contacts = graphql(`query Contacts($page: PageInput) {
  contactList(page: $page) { nodeList { contactId name } pageInfo { endCursor hasMore } }
}`)
let contacts = 0
for await (const contact of airside.paginate(Contacts, { page: { first: 2 } })) {
  same<typeof contact.name, string>(true)
  contacts++
}

for await (const page of airside.pages(Contacts)) same<(typeof page)[number]['name'], string>(true)
const sent = await airside.send(Contacts, { page: { first: 2 } })
same<(typeof sent.data.contactList.nodeList)[number]['name'], string>(true)

// A mutation, with variables of an input type.
const Create = graphql(`mutation Create($name: String!, $key: String) {
  contactCreate(input: { kind: CLIENT, name: $name }, idempotencyKey: $key) { contact { contactId } }
}`)
const created = await airside.query(Create, { name: 'Typed', key: 'typed-1' })
same<typeof created.contactCreate.contact, { contactId: string } | null>(true)

// Documents of other makers carry their types the same way; a plain string says what it expects.
const foreign = { kind: 'Document', definitions: [] } as TypedDocument<{ echo: string }, { text: string }>
const foreignCall = () => airside.query(foreign, { text: 'x' })
same<Awaited<ReturnType<typeof foreignCall>>, { echo: string }>(true)
const { echo } = await airside.query<{ echo: string }>('{ echo(text: "plain") }')
same<typeof echo, string>(true)
const loose = await airside.query('{ echo(text: "loose") }')
same<typeof loose.echo, string>(true)
const tokens: StoredTokens = await airside.tokens()

console.log(JSON.stringify({ echo, loose, contacts, token: tokens.accessToken.slice(0, 12) }))
