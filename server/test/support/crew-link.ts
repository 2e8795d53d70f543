/** An administrator says in the console which user a crew member is: nobody else can (threats row 405). */
import type { Person } from './code-grant.ts'
import { ConsoleClient } from './console-client.ts'
import type { TestServer, TestTenant } from './test-server.ts'

export interface CrewLink {
  readonly crewMemberId: string
  readonly userId: string | null
}

export const linkCrewMember = async (
  server: TestServer,
  at: TestTenant,
  admin: Person,
  { crewMemberId, userId }: CrewLink,
): Promise<void> => {
  const console = await ConsoleClient.signIn(server, at, admin)
  const asked = 'query ($id: ID!) { crewMember(crewMemberId: $id) { version } }'
  const { crewMember } = await console.data(asked, { id: crewMemberId })
  await console.done(
    'crewMemberUpdate',
    `mutation ($id: ID!, $input: CrewMemberUpdateInput!, $v: Int!) {
      crewMemberUpdate(crewMemberId: $id, input: $input, expectedVersion: $v) { userErrorList { code message } } }`,
    { id: crewMemberId, input: { userId }, v: crewMember.version },
  )
}
