import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { textOf } from '../gateway/gateway-responses';

/** What the node keeps of its subscription. */
export interface KnownSubscription {
	id: string;
	secret: string;
	/** The receiver: this node's webhook URL when it subscribed. */
	url: string;
}

/**
 * The node's part of the workflow's static data: n8n stores it with the workflow. A test run of the editor has its own,
 * which n8n drops afterwards.
 */
export class SubscriptionMemory {
	private readonly data: IDataObject;

	constructor(context: Pick<IHookFunctions, 'getWorkflowStaticData'>) {
		this.data = context.getWorkflowStaticData('node');
	}

	/** Null if the node has no subscription, as far as n8n knows. */
	read(): KnownSubscription | null {
		const [id, secret, url] = [this.data['subscriptionId'], this.data['secret'], this.data['url']].map(textOf);
		return id && secret && url ? { id, secret, url } : null;
	}

	keep({ id, secret, url }: KnownSubscription): void {
		this.data['subscriptionId'] = id;
		this.data['secret'] = secret;
		this.data['url'] = url;
	}

	/** The ids of received events stay, because a new subscription may get an old event again. */
	forget(): void {
		this.keep({ id: '', secret: '', url: '' });
	}

	/** Digests of the ids of received events, oldest first. */
	receivedEvents(): string[] {
		const received: unknown = this.data['receivedEvents'];
		return Array.isArray(received) ? received.map(textOf) : [];
	}

	keepReceivedEvents(digests: string[]): void {
		this.data['receivedEvents'] = digests;
	}
}
