/** Who is asked to sign: those of the crew who can sign in; without the right to see them, who flew lately. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choiceOf } from '../graph/query.ts'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { SIGNERS, type Standing } from './queries.ts'

interface Signer {
  readonly crewMemberId: string
  readonly name: string
}

const ofLogs = (logs: readonly Standing[]): Signer[] => {
  const all = logs.flatMap(({ crewList }) => crewList).filter(({ position }) => position === 'CPT' || position === 'FO')
  return [...new Map(all.map((each) => [each.crewMemberId, `${each.name} ${each.surname}`])).entries()].map(
    ([crewMemberId, name]) => ({ crewMemberId, name }),
  )
}

export const useSigners = (logs: readonly Standing[]): readonly Signer[] => {
  const mayRead = mayDo(useViewer(), 'crew:read')
  const { data } = useQuery({ ...choiceOf(SIGNERS, {}), enabled: mayRead })
  if (!mayRead) return ofLogs(logs)
  const crew = data?.crewMemberList.nodeList ?? []
  return crew
    .filter(({ userId }) => userId !== null)
    .map(({ crewMemberId, name, surname }) => ({ crewMemberId, name: `${name} ${surname}` }))
}

interface SignerFieldProps extends Omit<NativeSelectProps, 'data'> {
  readonly signers: readonly Signer[]
  /** What is chosen where nobody signs; without it somebody has to. */
  readonly nobody?: string
}

export const SignerField = ({ signers, nobody, ...field }: SignerFieldProps) => (
  <NativeSelect
    data={[
      { value: '', label: nobody ?? 'Choose a person' },
      ...signers.map(({ crewMemberId, name }) => ({ value: crewMemberId, label: name })),
    ]}
    {...field}
  />
)
