/** What Mantine is told; its colours come from mantine.css, where its variables are our tokens. */
import { Button, createTheme, Drawer, Modal } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'blue',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { variant: 'default', size: 'sm' } }),
    // Without the scroll lock, which writes a style element that the content policy has no reason to allow.
    DrawerRoot: Drawer.Root.extend({
      defaultProps: { position: 'right', size: 440, lockScroll: false, transitionProps: { duration: 0 } },
    }),
    ModalRoot: Modal.Root.extend({
      defaultProps: { centered: true, size: 480, lockScroll: false, transitionProps: { duration: 0 } },
    }),
  },
})
