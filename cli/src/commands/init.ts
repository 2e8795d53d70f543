/** Makes a project with a first query that runs: a few files, none of which is written over. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chosenConnection, DEFAULT_SERVICE, environmentFrom } from '../client-of.ts'
import type { Command, Invocation } from '../command.ts'
import { Problem } from '../problem.ts'
import { VERSION } from '../version.ts'

interface Place {
  readonly service: string
  readonly operator: string
  readonly environment: string
}

const QUERY = `query FirstQuery($wildcard: String) {
  operator { operatorId name }
  aircraftTypeList(wildcard: $wildcard) { acftTypeId iCAO manufacturer model }
}
`

const PROGRAM = `/** The first query: npm start, with a key in .env. */
import { readFile } from 'node:fs/promises'
import { connect } from '@airside/client'

const { AIRSIDE_URL, AIRSIDE_OPERATOR, AIRSIDE_ENVIRONMENT, AIRSIDE_API_KEY } = process.env
if (!AIRSIDE_API_KEY) {
  console.error('Put an API key into .env: AIRSIDE_API_KEY=air_…; the operator’s administrator makes one in the console.')
  process.exit(1)
}

const airside = connect({
  service: AIRSIDE_URL,
  operator: AIRSIDE_OPERATOR,
  environment: AIRSIDE_ENVIRONMENT,
  apiKey: AIRSIDE_API_KEY,
})
const document = await readFile(new URL('first-query.graphql', import.meta.url), 'utf8')
const { operator, aircraftTypeList } = await airside.query(document, { wildcard: 'C56X' })
console.log(operator.name)
for (const { iCAO, manufacturer, model } of aircraftTypeList) console.log(iCAO, manufacturer, model)
`

const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url))

/** The SDK beside this command, where it runs from a checkout: the registry does not have it yet. */
const clientPackage = (): string =>
  existsSync(join(CHECKOUT, 'sdk/package.json')) ? `file:${join(CHECKOUT, 'sdk')}` : VERSION

const readme = ({ operator }: Place): string => `# An integration with ${operator}

\`\`\`sh
npm install
npm start
\`\`\`
runs \`first-query.graphql\` with the key in \`.env\`, which stays out of the repository. \`airside query first-query.graphql\` runs it without a program, \`airside scopes first-query.graphql\` says what the key needs, \`airside schema pull\` writes the schema for your editor. Neither \`airside\` nor \`@airside/client\` is on the npm registry yet: the SDK comes from the checkout that \`package.json\` names, and \`npx --no-install airside\` is the command line there.
`

const filesOf = (place: Place): Readonly<Record<string, string>> => ({
  'package.json': `${JSON.stringify(
    {
      private: true,
      type: 'module',
      scripts: { start: 'node --env-file=.env first-query.js' },
      dependencies: { '@airside/client': clientPackage() },
    },
    null,
    2,
  )}\n`,
  'first-query.graphql': QUERY,
  'first-query.js': PROGRAM,
  '.env': `AIRSIDE_URL=${place.service}\nAIRSIDE_OPERATOR=${place.operator}\nAIRSIDE_ENVIRONMENT=${place.environment}\nAIRSIDE_API_KEY=\n`,
  '.gitignore': '.env\nnode_modules/\n',
  'README.md': readme(place),
})

/** As the options say, else as the profile in use, else the demo's operator. */
const placeOf = async ({ text, profiles, env }: Invocation): Promise<Place> => {
  const choice = { profile: text('profile'), operator: text('operator'), environment: text('environment') }
  const known = await chosenConnection(profiles, env, choice, text('service')).catch((error: unknown) => {
    if (error instanceof Problem) return null
    throw error
  })
  return {
    service: known?.profile.service ?? text('service') ?? (env.AIRSIDE_URL || DEFAULT_SERVICE),
    operator: known?.profile.operator ?? choice.operator ?? 'alpine',
    environment: known?.profile.environment ?? environmentFrom(choice.environment) ?? 'sandbox',
  }
}

export const init: Command = {
  name: 'init',
  summary: 'make a project with a first query that runs',
  words: '[<folder>]',
  minWords: 0,
  maxWords: 1,
  completeWords: 'file',
  options: {},
  examples: ['airside init my-integration --operator alpine --environment sandbox'],
  run: async (invocation) => {
    const { words, terminal, isJson } = invocation
    const [folder = '.'] = words
    const place = await placeOf(invocation)
    const files = filesOf(place)
    const there = Object.keys(files).filter((name) => existsSync(join(folder, name)))
    if (there.length > 0)
      throw new Problem(
        `${resolve(folder)} already has ${there.join(', ')}`,
        'Name another folder: airside init <folder>',
      )
    await mkdir(folder, { recursive: true })
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), content, { flag: 'wx', mode: name === '.env' ? 0o600 : 0o644 })
    if (isJson) terminal.say(JSON.stringify({ folder: resolve(folder), files: Object.keys(files), ...place }))
    else {
      terminal.say(`Made ${Object.keys(files).join(', ')} in ${resolve(folder)}.`)
      terminal.say('Put a key into .env, then: npm install && npm start')
    }
    return undefined
  },
}
