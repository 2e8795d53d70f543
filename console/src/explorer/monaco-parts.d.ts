/** A part of the editor that its types leave out. */
declare module 'monaco-editor/esm/vs/editor/browser/config/tabFocus.js' {
  export const TabFocus: { setTabFocusMode(isOn: boolean): void }
}
