/** A browser's name for display, from its User-Agent: "Firefox on Linux". Nothing depends on it. */

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([shape]) => shape.test(text))?.[1]

export const deviceName = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = nameIn(BROWSERS, text) ?? 'A browser'
  const system = nameIn(SYSTEMS, text)
  return system ? `${browser} on ${system}` : browser
}
