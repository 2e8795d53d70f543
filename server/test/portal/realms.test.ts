/** Members, staff and operators' users are told apart by their address, and staff need a second step (threats row 67). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addPerson, PASSWORD, signedInBrowser } from '../support/code-grant.ts'
import { DEVELOPERS_ORIGIN, PortalScene, SUPPORT_ORIGIN, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('rights')) {
  describe(`realms of members and staff (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
    })
    after(() => server.close())

    test('staff without a second step see the page that sets it up and nothing else', async () => {
      const email = 'sam@airside.example'
      await scene.addStaff(email)
      const browser = scene.visitor(SUPPORT_ORIGIN)
      assert.equal((await browser.postFresh('/sign-in/', { email, password: PASSWORD })).status, 303)
      for (const path of ['/', '/console/', '/console/queue', '/account/']) {
        const answer = await browser.get(path)
        assert.equal(answer.status, 303, path)
        assert.match(answer.headers.location ?? '', /^\/sign-in\//, path)
      }
      assert.equal((await browser.get('/sign-in/')).headers.location, '/sign-in/set-up/')
      await scene.setUpSecondStep(browser)
      assert.equal((await browser.get('/account/')).status, 200)
      const again = scene.visitor(SUPPORT_ORIGIN)
      const next = await again.postFresh('/sign-in/', { email, password: PASSWORD })
      assert.equal(next.headers.location, '/sign-in/second-step/')
      assert.equal((await again.get('/account/')).status, 303)
    })

    test('a session that gave only the password does not become whole when another one sets up the second step', async () => {
      const email = 'kim@airside.example'
      await scene.addStaff(email)
      const [rightful, other] = [scene.visitor(SUPPORT_ORIGIN), scene.visitor(SUPPORT_ORIGIN)]
      for (const browser of [rightful, other]) await browser.postFresh('/sign-in/', { email, password: PASSWORD })
      assert.equal((await other.get('/sign-in/set-up/')).status, 200)
      await scene.setUpSecondStep(rightful)
      assert.equal((await rightful.get('/account/')).status, 200)
      assert.equal((await other.get('/account/')).status, 303)
      assert.equal((await other.get('/sign-in/')).status, 200, 'it is asked to sign in again')
    })

    test('a session counts at its own address only: operator, developer portal and support console', async () => {
      const { production } = await server.operator('alpine')
      const anna = await addPerson(server, production, 'Anna', ['ADMIN'])
      const operator = await signedInBrowser(server, production, anna)
      const member = (await scene.signUp('lena@vektor.example')).browser
      const staff = (await scene.staff('ada@airside.example')).browser
      const addresses = [production.origin, DEVELOPERS_ORIGIN, SUPPORT_ORIGIN]
      for (const [owner, browser] of [operator, member, staff].entries()) {
        for (const [place, origin] of addresses.entries()) {
          const visitor = scene.visitor(origin)
          for (const [name, value] of browser.cookies) visitor.cookies.set(name, value)
          const { status } = await visitor.get('/account/')
          assert.equal(status, owner === place ? 200 : 303, `${addresses[owner]} at ${origin}`)
        }
      }
    })

    test('an e-mail address can have an account in all three realms, with a password in each', async () => {
      const email = 'anna@alpine.example'
      await scene.signUp(email)
      await scene.addStaff(email)
      const answer = await scene
        .visitor(SUPPORT_ORIGIN)
        .postFresh('/sign-in/', { email, password: 'not the password here' })
      assert.equal(answer.status, 403)
    })

    test('the host helps staff and members back in, and no command takes their realm for an operator', async () => {
      const { environment } = server.place
      await scene.addStaff('lost@airside.example')
      const at = ['--operator', 'support', '--environment', 'production', '--email', 'lost@airside.example', '--json']
      const { link } = JSON.parse(await runCommand(['user', 'reset', ...at], environment))
      assert.match(link, /^http:\/\/support\.localhost/)
      await assert.rejects(runCommand(['user', 'create', ...at], environment), /"support" is no operator/)
      const silent = { ...environment, AIRSIDE_SMTP_URL: '', AIRSIDE_SMS_URL: '' }
      const doctor = JSON.parse(await runCommand(['doctor', '--json'], silent))
      assert.match(JSON.stringify(doctor), /2 tenants/)
    })
  })
}
