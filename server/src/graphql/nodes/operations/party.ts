/** A contact in a record of others: a buyer, a provider. */
import type { Contact as ContactRecord } from '../../../domain/operations/contact.ts'
import { columnsOf } from '../../../storage/columns.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted } from '../../../storage/view.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'

type PartyOf = Pick<ContactRecord, 'contactId' | 'name' | 'surname' | 'company' | 'email' | 'phone'>

export const Party = builder.objectRef<PartyOf>('Party').implement({
  ...noScope,
  description: 'A contact as those see it who may not read contacts.',
  fields: (t) => ({
    contactId: t.exposeID('contactId'),
    name: t.exposeString('name'),
    surname: t.exposeString('surname', { nullable: true }),
    company: t.exposeString('company', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
  }),
})

const OF_PARTY = columnsOf(CONTACT, 'contactId', 'name', 'surname', 'company', 'email', 'phone')

/** Whoever sees the record sees who stands in it, whichever contacts they see. */
export const knownParty = ({ loaders, reader }: QueryContext, contactId: string): Promise<PartyOf | undefined> =>
  loaders.load('parties', contactId, (ids) => recordsById(unrestricted(reader), CONTACT, ids, OF_PARTY))

export const party = async (context: QueryContext, contactId: string): Promise<PartyOf> => {
  const found = await knownParty(context, contactId)
  if (!found) throw new Error(`The contact ${contactId} of a record is missing`)
  return found
}
