export {
	type Destination,
	DestinationHeldError,
	DestinationUnfitError,
	type PersonAtDestination,
	type Probed,
} from './destination';
export { Destinations } from './destinations';
