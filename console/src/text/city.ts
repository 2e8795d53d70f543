/** "Munich" of "Munich International Airport": what people say. */
export const cityOf = ({ city, name }: { readonly city: string | null; readonly name: string }): string =>
  city ?? name.replace(/( International| Regional)? Airport$/, '')
