/**
 * The operator's console in the browser. Its parts: `graph/` asks the server, `look/` holds the tokens, `parts/` and
 * `charts/` are what pages are made of, `shell/` is the frame around them, and each other folder is one place of it.
 * `portal/` and `support/` are the other two sides, with pages of their own; `platform/` is what these two share.
 */
import { mount } from './mount.tsx'
import { router } from './router.tsx'

mount(router)
