/** Creates and updates contacts. */
import type { CONTACT_RECORD } from '../../domain/operations/contact.ts'
import type { InputOf } from '../../domain/records/description.ts'
import { CONTACT } from '../../storage/operations/contacts.ts'
import type { ViewTx } from '../../storage/view.ts'
import { useCases } from '../records/use-cases.ts'
import type { Desk } from './desk.ts'
import { refusePassengerWrite } from './passengers/passenger-write.ts'
import { addToldDocument, refuseErased, type ToldDocument } from './passengers/travel-documents.ts'

export type ContactInput = InputOf<typeof CONTACT_RECORD> & ToldDocument

const described = useCases(CONTACT, null, {
  guard: ({ desk, before, path }) => {
    if (before === null) return
    refusePassengerWrite(desk, before, path)
    refuseErased(before, path)
  },
})

export const contacts = {
  ...described,
  create: async (tx: ViewTx, desk: Desk, { input }: { readonly input: ContactInput }) => {
    const { contact } = await described.create(tx, desk, { input })
    await addToldDocument(tx, desk, contact, { input, under: ['input'] })
    return { contact }
  },
}
