/** The editors in our own colours and type. Colours keep 4.5:1 on the surface in both themes. */
import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { letTabLeave } from './tab-leaves.ts'

export const EDITOR_THEMES = { light: 'airside-light', dark: 'airside-dark' } as const

const COLOURS = {
  light: { surface: '#ffffff', ink: '#0f1b28', quiet: '#556475', key: '#1557b0', text: '#0b6b48', line: '#dbe2e9' },
  dark: { surface: '#111a23', ink: '#e9eff5', quiet: '#93a3b4', key: '#86b7ff', text: '#5fcf9f', line: '#243240' },
} as const

type Monaco = typeof import('monaco-editor')

const define = (monaco: Monaco, scheme: 'light' | 'dark'): void => {
  const { surface, ink, quiet, key, text, line } = COLOURS[scheme]
  const bare = (colour: string): string => colour.slice(1)
  monaco.editor.defineTheme(EDITOR_THEMES[scheme], {
    base: scheme === 'light' ? 'vs' : 'vs-dark',
    inherit: false,
    rules: [
      { token: '', foreground: bare(ink) },
      { token: 'comment', foreground: bare(quiet) },
      { token: 'keyword', foreground: bare(key) },
      { token: 'string', foreground: bare(text) },
      { token: 'string.key.json', foreground: bare(key) },
      { token: 'string.value.json', foreground: bare(ink) },
      { token: 'number', foreground: bare(text) },
    ],
    colors: {
      'editor.background': surface,
      'editor.foreground': ink,
      'editorLineNumber.foreground': quiet,
      'editorLineNumber.activeForeground': ink,
      'editorCursor.foreground': ink,
      'editorWidget.background': surface,
      'editorWidget.foreground': ink,
      'editorWidget.border': line,
      'editorSuggestWidget.background': surface,
      'editorSuggestWidget.foreground': ink,
      'editorBracketHighlight.foreground1': ink,
      'editorBracketHighlight.foreground2': ink,
      'editorBracketHighlight.foreground3': ink,
    },
  })
}

const LOOK = {
  fontFamily: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
  fontSize: 13,
  lineHeight: 21,
  folding: false,
  guides: { indentation: false },
  renderFinalNewline: 'on',
  // What a line needs stands at its end, and is read whole.
  wordWrap: 'on',
  wrappingIndent: 'indent',
  // A ’ in a text is no mistake, and amber is the sandbox's.
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false, nonBasicASCII: false },
  // Lists of suggestions may reach beyond the editor's frame.
  fixedOverflowWidgets: true,
  // The editor takes the focus itself, not the container around it.
  tabIndex: 0,
} as const

/** Applies our look to every editor once it is there. */
export const useEditorLook = (): void => {
  const monaco = useMonaco((state) => state.monaco)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { setTheme } = useGraphiQLActions()
  const query = useGraphiQL((state) => state.queryEditor)
  const variables = useGraphiQL((state) => state.variableEditor)
  const answer = useGraphiQL((state) => state.responseEditor)
  useEffect(() => {
    if (!monaco) return
    define(monaco, 'light')
    define(monaco, 'dark')
    setTheme(scheme)
    void letTabLeave()
  }, [monaco, scheme, setTheme])
  useEffect(() => {
    query?.updateOptions({ ...LOOK, ariaLabel: 'Query', lineNumbersMinChars: 3 })
    variables?.updateOptions({ ...LOOK, ariaLabel: 'Variables', lineNumbers: 'off' })
    answer?.updateOptions({ ...LOOK, ariaLabel: 'Answer' })
    void document.fonts.ready.then(() => monaco?.editor.remeasureFonts())
  }, [monaco, query, variables, answer])
}
