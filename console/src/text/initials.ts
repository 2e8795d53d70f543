/** Two letters for a name, the same as the server's pages show (`pages/oauth/application`). */
export const initials = (name: string): string => {
  const [first = '?', second] = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toUpperCase()
}
