import { agentFor, webhookReach } from '../../net/webhook-target';
import { destinationKind, editableKind } from '../kind';
import { shownWebhook, webhookForm, webhookSettings } from './settings';
import { WebhookDestination } from './webhook-destination';

export const webhook = destinationKind({
	title: 'webhook',
	settings: webhookSettings,
	open: (name, settings, { watch }) => new WebhookDestination(name, settings, watch),
	secrets: ['secret'],
	httpAddress: ({ url }) => url,
	editable: editableKind({
		settings: webhookForm,
		shown: shownWebhook,
		open: (name, { url, fields }, secrets, { watch, webhookHosts }) => {
			const reach = () => {
				const found = webhookReach(url, webhookHosts);
				return found === null ? ('refused' as const) : { agent: agentFor(found) };
			};
			return new WebhookDestination(name, { url, ...secrets, reach, ...(fields === null ? {} : { fields }) }, watch);
		},
	}),
});
