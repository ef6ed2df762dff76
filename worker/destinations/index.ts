export type { Destination, PersonAtDestination } from './destination';
export { DestinationHeldError, DestinationUnfitError } from './destination-errors';
export { Destinations } from './destinations';
