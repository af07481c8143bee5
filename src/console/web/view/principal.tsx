import { Fragment, h } from 'preact';

/** The e-mail address of a person, or the name of a service, which breaks before the @ if it has to. */
export function Principal({ of }: { of: string | null }) {
  const [name = '', ...domain] = (of ?? '').split(/(?=@)/);
  return (
    <Fragment>
      {name}
      {domain.length > 0 && <wbr />}
      {domain.join('')}
    </Fragment>
  );
}
