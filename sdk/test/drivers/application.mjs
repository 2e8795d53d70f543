/** A sample application driven line by line: prints the link, reads the callback address, then uses the connection. */
import { createInterface } from 'node:readline'
import { connect } from '@airside/client'
import { FileStore } from '@airside/client/node'

const { folder, scopes, ...options } = JSON.parse(process.argv[2])
const airside = connect({ ...options, store: new FileStore(folder) })
const { url, pending } = await airside.authorizationLink(scopes)
console.log(JSON.stringify({ url }))

const say = async (step) => {
  try {
    console.log(JSON.stringify({ answer: await step() }))
  } catch ({ name, code, message, missingScopes }) {
    console.log(JSON.stringify({ failed: name, code, message, missingScopes }))
  }
}

for await (const line of createInterface(process.stdin)) {
  const [word, argument] = line.split(' ')
  if (word === 'callback') await say(async () => (await airside.completeAuthorization(argument, pending)).scope)
  if (word === 'query') await say(() => airside.query('{ tokenInfo { applicationName scopeList } }'))
  if (word === 'userList') await say(() => airside.query('{ userList { userId } }'))
  if (word === 'again')
    await say(async () => (await connect({ ...options, store: new FileStore(folder) }).tokens()).accessToken.length)
  if (word === 'disconnect') await say(() => airside.disconnect())
}
