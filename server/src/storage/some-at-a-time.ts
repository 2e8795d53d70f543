/**
 * Statements for some ids at a time. One of the embedded store is not interrupted, and while its rows are made into
 * records nobody else is served either; before the next one others have a turn where it is due (threats row 520).
 */
export const someAtATime = async <T>(
  ids: readonly string[],
  most: number,
  read: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> => {
  const found: T[] = []
  for (let at = 0; at < ids.length; at += most)
    for (const each of await read(ids.slice(at, at + most))) found.push(each)
  return found
}
