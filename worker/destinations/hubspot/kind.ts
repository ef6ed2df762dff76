import { destinationKind } from '../kind';
import { HubSpotDestination } from './hubspot-destination';
import { hubspotSettings } from './settings';

export const hubspot = destinationKind({
	title: 'HubSpot',
	settings: hubspotSettings,
	open: (name, settings) => new HubSpotDestination(name, settings),
	secrets: ['accessToken'],
	httpAddress: ({ baseUrl }) => baseUrl,
});
