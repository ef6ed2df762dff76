import type { HubSpotConfig } from '../../config';
import { DestinationUnfitError } from '../destination-errors';
import type { ContactsApi } from './contacts-api';
import { answerIn } from './hubspot-error';

const NEEDED_SCOPES = ['crm.objects.contacts.read', 'crm.objects.contacts.write'];

/** @throws DestinationUnfitError when the token lacks a scope, or a property is missing */
export async function checkHubSpot(name: string, config: HubSpotConfig, api: ContactsApi): Promise<void> {
	const scopes = await ask(name, config, () => api.scopes());
	const lacking = NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
	if (lacking.length > 0) {
		const message = `is a token without the scope ${lacking.join(' and ')}. Add it to the private app in HubSpot, and put the new token here`;
		throw new DestinationUnfitError(name, [{ path: 'accessToken', message }]);
	}
	const writable = await ask(name, config, () => api.writableProperties());
	const unknown = Object.keys(config.properties).filter((property) => !writable.has(property));
	if (unknown.length === 0) return;
	throw new DestinationUnfitError(
		name,
		unknown.map((property) => ({
			path: `properties.${property}`,
			message:
				'is no contact property of this HubSpot account that can be written. Create it there, or correct its internal name',
		})),
	);
}

async function ask<Result>(name: string, { baseUrl }: HubSpotConfig, call: () => Promise<Result>): Promise<Result> {
	try {
		return await call();
	} catch (error) {
		const answer = answerIn(error);
		if (answer === null) {
			const message = `leads to ${baseUrl}, which does not answer. Try again, or check the way there`;
			throw new DestinationUnfitError(name, [{ path: 'baseUrl', message }]);
		}
		const { status, message } = answer;
		const advice =
			status === 429 ? 'Try again later' : 'Check that it is the access token of a private app that is still in use';
		throw new DestinationUnfitError(name, [
			{ path: 'accessToken', message: `was answered with ${status} by HubSpot: ${message}. ${advice}` },
		]);
	}
}
