/** Checked by the compiler as a program that knows nothing of generators: plain strings have the schema's types. */
import { connect, type Schema } from '@airside/client'

const [service, apiKey] = process.argv.slice(2) as [string, string]
const airside = connect({ operator: 'alpine', service, apiKey })

/** Compiles only where A and B are the same type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never
const same = <A, B>(_: Same<A, B>): void => {}

// A loop, as everybody writes it first.
const { contactList } = await airside.query('{ contactList(page: { first: 2 }) { nodeList { name email } } }')
const names: string[] = []
for (const contact of contactList.nodeList) {
  same<typeof contact.email, string | null>(true)
  names.push(contact.name.toUpperCase())
}

// Page after page; the text begins as it likes.
const everybody = `
  query Everybody($page: PageInput) {
    contactList(page: $page) {
      nodeList { name }
      pageInfo { endCursor hasMore }
    }
  }`
let count = 0
for await (const contact of airside.paginate(everybody)) {
  same<typeof contact, Schema.Contact>(true)
  count += contact.name.length > 0 ? 1 : 0
}

for await (const page of airside.pages(everybody)) same<typeof page, readonly Schema.Contact[]>(true)

// A mutation, with an input of the schema.
const input: Schema.ContactInput = { kind: 'CLIENT', name: 'Plain' }
const created = await airside.query(
  'mutation($input: ContactInput!) { contactCreate(input: $input, idempotencyKey: "plain-1") { contact { name } } }',
  { input },
)
same<typeof created.contactCreate.contact, Schema.Contact | null>(true)

const misused = () => {
  // @ts-expect-error a contact has no such field
  contactList.nodeList[0]?.shoeSize
  // @ts-expect-error what may be null is not a string
  const email: string = contactList.nodeList[0]?.email
  // @ts-expect-error there is no such kind of contact
  const wrong: Schema.ContactInput = { kind: 'MOON', name: 'Wrong' }
  return [email, wrong]
}
void misused

// An alias and a text that is made at run time are left open, and the caller can name the type.
const aliased = await airside.query('{ said: echo(text: "aliased") }')
const text = `{ echo(text: ${JSON.stringify('made')}) }` as string
const made: { echo: string } = (await airside.send(text)).data as { echo: string }
const named = await airside.query<{ echo: string }>(text)
same<typeof named.echo, string>(true)

console.log(JSON.stringify({ names, count, said: aliased.said, made: made.echo, named: named.echo }))
