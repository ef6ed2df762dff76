import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { SyncPlatform } from '../../../support/lead-sync/sync-platform';
import { type Delivery, type Receiver, startReceiver } from '../destinations/receiver';

interface Started {
	syncs: SyncPlatform;
	/** Of the destination `hook`. */
	receiver: Receiver;
	/** Of the destination `crm`. */
	hubspot: HubSpotServer;
}

export interface HttpDestinations extends Readonly<Started> {
	deliveredTo(agentId: string): Delivery[];
}

/** Starts syncs into a webhook and into HubSpot before the tests of a file, and ends them after the last one. */
export function useHttpDestinations(): HttpDestinations {
	let started: Started | undefined;

	beforeAll(async () => {
		const [receiver, hubspot] = await Promise.all([startReceiver(), startHubSpot()]);
		const syncs = await SyncPlatform.start({
			destinations: {
				hook: { type: 'webhook', url: receiver.url, secret: receiver.secret },
				crm: { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url },
			},
		});
		started = { syncs, receiver, hubspot };
	});

	afterAll(async () => {
		await started?.syncs.stop();
		await Promise.all([started?.receiver.close(), started?.hubspot.close()]);
	});

	const running = () => {
		if (started === undefined) throw new Error('The syncs did not start.');
		return started;
	};
	return {
		get syncs() {
			return running().syncs;
		},
		get receiver() {
			return running().receiver;
		},
		get hubspot() {
			return running().hubspot;
		},
		deliveredTo: (agentId) => running().receiver.deliveries.filter(({ data }) => data['agentId'] === agentId),
	};
}
