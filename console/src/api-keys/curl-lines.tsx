/** The two lines that turn a key into an answer, with this operator's real address. */
import { CopyButton } from '../parts/copy-button.tsx'
import { useViewer } from '../shell/viewer.ts'

const TOKEN_PATH = '/access_token/refresh/'
const QUERY_PATH = '/api/graphql/'

const tokenLine = (address: string): string => `TOKEN=$(curl -s -d refresh_token=$KEY \\\n  ${address}${TOKEN_PATH})`

const queryLine = (address: string): string =>
  [
    `curl -s ${address}${QUERY_PATH} \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"query":"{ aircraftTypeList(wildcard: \\"PC24\\") { iCAO } }"}'`,
  ].join('\n')

/** A long address breaks after its host, where it can be read on, and nowhere else if possible. */
const Breakable = ({ line, address }: { readonly line: string; readonly address: string }) => {
  const [before = '', after = ''] = line.split(address)
  return (
    <>
      {before}
      {address}
      <wbr />
      {after}
    </>
  )
}

export const CurlLines = () => {
  const { origin } = useViewer()
  return (
    <div className="stack-tight">
      <h3>Try it: two lines, with the real address</h3>
      <pre className="code-lines">
        <span className="remark"># 1. a token for 30 minutes; KEY is the one above</span>
        {'\n'}
        <Breakable line={tokenLine(origin)} address={origin} />
        {'\n\n'}
        <span className="remark"># 2. a query</span>
        {'\n'}
        <Breakable line={queryLine(origin)} address={origin} />
      </pre>
      <CopyButton label="Copy both lines" text={`${tokenLine(origin)}\n${queryLine(origin)}\n`} />
    </div>
  )
}
