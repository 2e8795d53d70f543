/**
 * Ends this session: a form of the page itself, so that it also works when the graph is not reached. What this tab kept
 * of the person goes with it.
 */
import { Icon } from '../parts/icon.tsx'

export const SignOut = () => (
  <form method="post" action="/sign-out/" onSubmit={() => sessionStorage.clear()}>
    <button type="submit" className="theme-switch" aria-label="Sign out" title="Sign out">
      <Icon name="signOut" />
    </button>
  </form>
)
