export type { Destination, PersonAtDestination } from './destination';
export { DestinationHeldError } from './destination-errors';
export { Destinations } from './destinations';
