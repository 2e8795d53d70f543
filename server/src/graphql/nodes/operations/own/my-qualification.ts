/** A user's own qualifications. */
import { QUALIFICATION } from '../../../../storage/operations/crew/crew-members.ts'
import { recordById } from '../../../../storage/records.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { askedList } from '../../asked-list.ts'
import { ownRecords } from '../../identity/me.ts'
import { Qualification } from '../crew/qualification.ts'

const MAX_OWN = 500

const ownQualifications = async (context: QueryContext, ids: readonly string[] | null) => {
  const { reader, member } = await ownRecords(context)
  if (!member) return []
  const search = { qualificationIdList: ids, crewMemberIdList: [member.crewMemberId] }
  return QUALIFICATION.page(reader, search, {
    columns: context.columns.of(QUALIFICATION),
    after: null,
    isDescending: false,
    most: MAX_OWN,
  })
}

builder.queryFields((t) => ({
  myQualification: t.field({
    ...needs('own:profile'),
    description: 'One qualification of one’s own.',
    type: Qualification,
    nullable: true,
    args: { qualificationId: t.arg.id({ required: true }) },
    resolve: async (_root, { qualificationId }, context) => {
      const { reader } = await ownRecords(context)
      return (await recordById(reader, QUALIFICATION, qualificationId)) ?? null
    },
  }),
  myQualificationList: t.field({
    ...usually(6, needs('own:profile')),
    description: 'One’s own qualifications by end of validity.',
    type: [Qualification],
    args: { qualificationIdList: t.arg.idList() },
    resolve: (_root, { qualificationIdList }, context) =>
      ownQualifications(context, askedList(qualificationIdList, 'qualificationIdList')),
  }),
}))
