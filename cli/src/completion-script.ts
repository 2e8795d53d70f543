/** Generates the completion scripts of three shells from the commands. */
import { COMMON_OPTIONS, type Command, type Option } from './command.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

type Hint = Option['complete']

const optionsOf = (command: Command): [string, Option][] => Object.entries({ ...command.options, ...COMMON_OPTIONS })
const firstWords = (commands: readonly Command[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')),
]
const secondWords = (commands: readonly Command[], first: string): string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))

const PROFILES = 'airside profiles --names 2>/dev/null'

const bashWords = (hint: Hint): string => {
  if (hint === 'file') return 'COMPREPLY=($(compgen -f -- "$word"))'
  if (hint === 'profile') return `COMPREPLY=($(compgen -W "$(${PROFILES})" -- "$word"))`
  return hint ? `COMPREPLY=($(compgen -W "${hint.join(' ')}" -- "$word"))` : ''
}

const bashCase = (command: Command): string => {
  const values = optionsOf(command)
    .filter(([, { type }]) => type === 'string')
    .map(([name, { short, complete }]) => {
      const pattern = short ? `--${name}|-${short}` : `--${name}`
      return `        ${pattern}) ${bashWords(complete) || ':'}; return ;;`
    })
  const flags = optionsOf(command).map(([name]) => `--${name}`)
  return [
    `    "${command.name}")`,
    '      case "$before" in',
    ...values,
    '      esac',
    `      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${flags.join(' ')}" -- "$word"))`,
    `      else ${bashWords(command.completeWords) || ':'}; fi ;;`,
  ].join('\n')
}

const bash = (commands: readonly Command[]): string => {
  const groups = firstWords(commands).filter((first) => secondWords(commands, first).length > 0)
  const groupCases = groups.map(
    (group) => `    ${group}) COMPREPLY=($(compgen -W "${secondWords(commands, group).join(' ')}" -- "$word")) ;;`,
  )
  return [
    '# bash completion of airside',
    '_airside() {',
    `  local word=$2 before=$3 first=\${COMP_WORDS[1]} name`,
    '  COMPREPLY=()',
    `  if (( COMP_CWORD == 1 )); then COMPREPLY=($(compgen -W "${firstWords(commands).join(' ')}" -- "$word")); return; fi`,
    '  name=$first',
    `  case "$first" in ${groups.join('|') || '""'}) name="$first \${COMP_WORDS[2]}"; if (( COMP_CWORD == 2 )); then name="$first"; fi ;; esac`,
    '  case "$name" in',
    ...groupCases,
    ...commands.map(bashCase),
    '  esac',
    '}',
    'complete -o filenames -F _airside airside',
  ].join('\n')
}

const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** Inside an _arguments specification brackets and colons have a meaning. */
const zshText = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&')

const zshAction = (hint: Hint): string => {
  if (hint === 'file') return '_files'
  if (hint === 'profile') return `{compadd -- \${(f)"$(${PROFILES})"}}`
  return hint ? `(${hint.join(' ')})` : ' '
}

const zshOption = ([name, { type, short, multiple, text, value, complete }]: [string, Option]): string => {
  const rest = `[${zshText(text)}]${type === 'string' ? `:${zshText(value ?? 'value')}:${zshAction(complete)}` : ''}`
  if (short)
    return `${multiple ? "'*'" : inSingleQuotes(`(-${short} --${name})`)}{-${short},--${name}}${inSingleQuotes(rest)}`
  return inSingleQuotes(`${multiple ? '*' : ''}--${name}${rest}`)
}

const zshCase = (command: Command): string => {
  const words = command.completeWords ? [inSingleQuotes(`*:argument:${zshAction(command.completeWords)}`)] : []
  return `    ${inSingleQuotes(command.name)}) _arguments ${[...optionsOf(command).map(zshOption), ...words].join(' ')} ;;`
}

const zsh = (commands: readonly Command[]): string => {
  const groups = firstWords(commands).filter((first) => secondWords(commands, first).length > 0)
  const described = firstWords(commands).map((first) => {
    const summary = commands.find(({ name }) => name === first)?.summary ?? secondWords(commands, first).join(', ')
    return inSingleQuotes(`${first}:${summary}`)
  })
  return [
    '#compdef airside',
    '_airside() {',
    '  local name=$words[2]',
    `  if (( CURRENT == 2 )); then local -a list=(${described.join(' ')}); _describe command list; return; fi`,
    // _arguments reads the words as if the command were the program.
    '  shift words; (( CURRENT-- ))',
    ...groups.map(
      (group) =>
        `  if [[ $name == ${group} ]]; then if (( CURRENT == 2 )); then compadd ${secondWords(commands, group).join(' ')}; return; fi; name="$name $words[2]"; shift words; (( CURRENT-- )); fi`,
    ),
    '  case $name in',
    ...commands.map(zshCase),
    '  esac',
    '}',
    'if [ "$funcstack[1]" = "_airside" ]; then _airside "$@"; else compdef _airside airside; fi',
  ].join('\n')
}

const fishValue = (hint: Hint): string => {
  if (hint === 'file') return ' -r -F'
  if (hint === 'profile') return ` -x -a ${inSingleQuotes(`(${PROFILES})`)}`
  return hint ? ` -x -a ${inSingleQuotes(hint.join(' '))}` : ' -x'
}

const fishCommand = (command: Command): string[] => {
  const seen = command.name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
  const when = `-n ${inSingleQuotes(seen.join('; and '))}`
  const options = optionsOf(command).map(([name, { type, short, text, complete }]) => {
    const value = type === 'string' ? fishValue(complete) : ''
    return `complete -c airside ${when} -l ${name}${short ? ` -s ${short}` : ''}${value} -d ${inSingleQuotes(text)}`
  })
  if (!command.completeWords) return options
  const words = command.completeWords === 'file' ? ' -F' : fishValue(command.completeWords)
  return [...options, `complete -c airside ${when}${words}`]
}

const fish = (commands: readonly Command[]): string =>
  [
    '# fish completion of airside',
    'complete -c airside -f',
    ...firstWords(commands).map((first) => {
      const summary = commands.find(({ name }) => name === first)?.summary ?? ''
      return `complete -c airside -n __fish_use_subcommand -a ${first} -d ${inSingleQuotes(summary)}`
    }),
    ...firstWords(commands).flatMap((first) =>
      secondWords(commands, first).map(
        (second) => `complete -c airside -n ${inSingleQuotes(`__fish_seen_subcommand_from ${first}`)} -a ${second}`,
      ),
    ),
    ...commands.flatMap(fishCommand),
  ].join('\n')

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash, zsh, fish }

export const scriptFor = (shell: Shell, commands: readonly Command[]): string => SCRIPTS[shell](commands)
