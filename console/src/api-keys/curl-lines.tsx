/** The two lines that turn a key into an answer, with this operator's real address. */
import { CopyButton } from '../parts/copy-button.tsx'
import { useViewer } from '../shell/viewer.ts'

const tokenLine = (origin: string): string =>
  `TOKEN=$(curl -s -d refresh_token=$KEY \\\n  ${origin}/access_token/refresh/)`

const queryLine = (origin: string): string =>
  [
    `curl -s ${origin}/api/graphql/ \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"query":"{ aircraftTypeList(wildcard: \\"PC24\\") { iCAO } }"}'`,
  ].join('\n')

export const CurlLines = () => {
  const { origin } = useViewer()
  return (
    <div className="stack-tight">
      <h3>Try it: two lines, with the real address</h3>
      <pre className="code-lines">
        <span className="remark"># 1. an access token, good for 30 minutes; $KEY is the refresh token above</span>
        {`\n${tokenLine(origin)}\n\n`}
        <span className="remark"># 2. a query</span>
        {`\n${queryLine(origin)}`}
      </pre>
      <CopyButton label="Copy both lines" text={`${tokenLine(origin)}\n${queryLine(origin)}\n`} />
    </div>
  )
}
