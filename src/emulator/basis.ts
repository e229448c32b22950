/** Where a behaviour of the service comes from: the `x-brctl-basis` header of its answers. */
export type Basis = 'spec' | 'doc' | 'assumption';
