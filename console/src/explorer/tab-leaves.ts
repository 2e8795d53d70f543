/**
 * Tab leaves the editor, as in every other field, so that the keyboard reaches what stands behind it. The editor has no
 * option for it in this version, only the switch that its key Ctrl M turns.
 */
export const letTabLeave = async (): Promise<void> => {
  const { TabFocus } = await import('monaco-editor/esm/vs/editor/browser/config/tabFocus.js')
  TabFocus.setTabFocusMode(true)
}
