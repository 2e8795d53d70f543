/** Lines for a shell, with a button that copies them. */
import { CopyButton } from '../../parts/copy-button.tsx'

export const Lines = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className="stack-tight">
    <pre className="code-lines">{text}</pre>
    <CopyButton text={text} label={label} />
  </div>
)
