/** The two lines that turn a key into an answer, with this operator's real address; copied, they work as they stand. */
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

/** A long address breaks after its host, where it can be read on, and nowhere else if possible. */
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

/** The key stands here whole: lines that are selected and copied by hand work like those of the button. */
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
