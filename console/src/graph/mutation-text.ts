/**
 * A mutation as its name, its variables, which have the names of its arguments, and what it answers beside why it was
 * refused. `graphql.ts` of each graph types it by its own schema.
 */
type InBrackets<Text extends string> = Text extends '' ? '' : `(${Text})`

const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`)

/** What types are read from; they do not depend on the arguments. */
type MutationText<
  Name extends string,
  Variables extends string,
  Answer extends string,
> = `mutation Change${InBrackets<Variables>} { ${Name} { ${Answer} userErrorList { code message path } } }`

export const mutationText = <Name extends string, Variables extends string, Answer extends string>(
  name: Name,
  variables: Variables,
  answer: Answer,
): MutationText<Name, Variables, Answer> => {
  const given = Array.from(variables.matchAll(/\$(\w+):/g), ([, variable]) => `${variable}: $${variable}`).join(', ')
  return `mutation ${name.charAt(0).toUpperCase()}${name.slice(1)}${inBrackets(variables)} {
  ${name}${inBrackets(given)} {
    ${answer} userErrorList { code message path }
  }
}` as MutationText<Name, Variables, Answer>
}
