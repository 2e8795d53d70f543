/** Ends this session: a form of the page itself, so that it also works when the graph is not reached. */
import { Icon } from '../parts/icon.tsx'

export const SignOut = () => (
  <form method="post" action="/sign-out/">
    <button type="submit" className="theme-switch" aria-label="Sign out" title="Sign out">
      <Icon name="signOut" />
    </button>
  </form>
)
