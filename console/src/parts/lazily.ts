/** A part that is loaded when it is shown: `lazily(() => import('./new-request.tsx'), 'NewRequest')`. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

export const lazily = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> =>
  lazy(async () => ({ default: (await load())[name] as ComponentType<PropsOf<Module[Name]>> }))
