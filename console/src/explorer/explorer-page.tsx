/** The explorer: the credential, the query, the scopes it needs before it is sent, and its answer. */
import { GraphiQLProvider } from '@graphiql/react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { takeHandedToken } from '../platform/handed-token.ts'
import { Loading } from '../states/loading.tsx'
import { Note } from '../states/note.tsx'
import { type Answered, type Credential, type Sent, sendAs, withItsName } from './credential.ts'
import { EDITOR_THEMES } from './editor-look.ts'
import { ExplorerFrame } from './explorer-frame.tsx'
import { facts } from './facts.ts'
import { FIRST_QUERY, FIRST_VARIABLES } from './first-query.ts'
import { memoryStorage } from './memory-storage.ts'
import { type RanQuery, withRan } from './ran-queries.ts'
import { fetchCatalogue } from './reading/catalogue.ts'
import { useAsker } from './use-asker.ts'
import { Workbench } from './workbench.tsx'
import './explorer.css'

/** GraphiQL asks for the schema by this name; that answer is not the person's. */
const INTROSPECTION = 'IntrospectionQuery'

const HANDED = takeHandedToken()

const firstCredential = (): Credential => {
  if (HANDED !== null) return { kind: 'token', token: HANDED }
  return { kind: facts.isAdmin ? 'session' : 'none' }
}

export const ExplorerPage = () => {
  const [credential, setCredential] = useState<Credential>(firstCredential)
  const [ran, setRan] = useState<readonly RanQuery[]>([])
  const [last, setLast] = useState<Answered | null>(null)
  const { data: catalogue, error } = useQuery({ queryKey: ['scopes.json'], queryFn: fetchCatalogue })
  const { asker, refusal } = useAsker(credential)
  const fetcher = useMemo(
    () => async (told: Sent) => {
      const sent = withItsName(told)
      const answered = await sendAs(credential, sent)
      if (sent.operationName !== INTROSPECTION) {
        setLast(answered)
        setRan((before) => withRan(before, sent, answered))
      }
      return answered.body
    },
    [credential],
  )
  const storage = useMemo(memoryStorage, [])
  return (
    <ExplorerFrame>
      {error && (
        <Note tone="fail" icon="alert" role="alert">
          The scopes of this operator could not be read. Reload the page.
        </Note>
      )}
      {!catalogue && !error && <Loading />}
      {catalogue && (
        <GraphiQLProvider
          fetcher={fetcher}
          // Without a token there is nobody to ask for the schema.
          {...(credential.kind === 'none' ? { schema: null } : {})}
          storage={storage}
          initialQuery={FIRST_QUERY}
          initialVariables={FIRST_VARIABLES}
          editorTheme={EDITOR_THEMES}
        >
          <Workbench
            catalogue={catalogue}
            credential={credential}
            asker={asker}
            refusal={refusal}
            last={last}
            ran={ran}
            onChoose={setCredential}
          />
        </GraphiQLProvider>
      )}
    </ExplorerFrame>
  )
}
