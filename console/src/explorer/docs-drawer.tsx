/** GraphiQL's own documentation of the schema, in a drawer. */
import { DocExplorer, DocExplorerStore } from '@graphiql/plugin-doc-explorer'
import '@graphiql/plugin-doc-explorer/style.css'
import { SideDrawer } from '../parts/side-drawer.tsx'

export const DocsDrawer = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <DocExplorerStore>
    <SideDrawer title="Schema" isOpen={isOpen} onClose={onClose}>
      <div className="graphiql-container explorer-docs">
        <DocExplorer />
      </div>
    </SideDrawer>
  </DocExplorerStore>
)
