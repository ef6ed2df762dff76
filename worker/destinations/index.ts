export type { Destination } from './destination';
export { DestinationHeldError } from './destination-errors';
export { Destinations } from './destinations';
