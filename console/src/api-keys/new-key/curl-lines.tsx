/** Two command lines from a key to a query, with this operator's real address; they work when copied. */
import { CopyButton } from '../../parts/copy-button.tsx'
import { useViewer } from '../../shell/viewer.ts'

const TOKEN_PATH = '/access_token/refresh/'
const QUERY_PATH = '/api/graphql/'

const tokenLine = (address: string): string => `TOKEN=$(curl -s -d refresh_token=$KEY \\\n  ${address}${TOKEN_PATH})`

const queryLine = (address: string): string =>
  [
    'curl -s -H "Authorization: Bearer $TOKEN" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"query":"{ operator { name } }"}' \\`,
    `  ${address}${QUERY_PATH}`,
  ].join('\n')

const Remark = ({ text }: { readonly text: string }) => (
  <>
    <span className="remark"># {text}</span>
    {'\n'}
  </>
)

/** Breaks a long address after its host, and elsewhere only if necessary. */
const Breakable = ({ line, address }: { readonly line: string; readonly address: string }) => {
  const [before = '', after = ''] = line.split(address)
  return (
    <>
      {before}
      {address}
      <wbr />
      {after}
      {'\n'}
    </>
  )
}

/** Contains the complete key, so that lines selected by hand work like those of the button. */
export const CurlLines = ({ refreshToken }: { readonly refreshToken: string }) => {
  const { origin } = useViewer()
  const lines = [`KEY=${refreshToken}`, tokenLine(origin), queryLine(origin), '']
  return (
    <div className="stack-tight">
      <h3>Try it: two lines, with the real address</h3>
      <pre className="code-lines">
        KEY={refreshToken}
        {'\n'}
        <Remark text="1. an access token, for 30 minutes" />
        <Breakable line={tokenLine(origin)} address={origin} />
        <Remark text="2. a query" />
        <Breakable line={queryLine(origin)} address={origin} />
      </pre>
      <CopyButton label="Copy these lines" text={lines.join('\n')} />
    </div>
  )
}
