export type { Destination, PersonAtDestination, Probed } from './destination';
export { DestinationHeldError, DestinationUnfitError } from './destination-errors';
export { Destinations } from './destinations';
