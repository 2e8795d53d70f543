/** An application's logo, which the server re-encoded and serves itself, or its monogram. */
import { Monogram } from './monogram.tsx'

export const Logo = ({ name, path }: { readonly name: string; readonly path: string | null }) =>
  path === null ? <Monogram name={name} /> : <img className="logo" src={path} alt="" />
