/** The support console in the browser: what waits, decisions about applications, operators, requests. */
import { mount } from '../mount.tsx'
import { supportRouter } from './router.tsx'

mount(supportRouter)
