/** The editor's workers, from our own address: completion and validation run beside the page, not in it. */
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import GraphQLWorker from 'monaco-graphql/esm/graphql.worker.js?worker'

const WORKERS: Readonly<Record<string, new () => Worker>> = { json: JsonWorker, graphql: GraphQLWorker }

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string): Worker => new (WORKERS[label] ?? EditorWorker)(),
  },
})
