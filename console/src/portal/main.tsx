/** The developer portal in the browser: applications of one provider, from registration to production. */
import { mount } from '../mount.tsx'
import { portalRouter } from './router.tsx'

mount(portalRouter)
