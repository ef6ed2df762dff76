export interface Delivery {
	/** Also the `webhook-id`: the same in every attempt. */
	id: string;
	url: string;
	/** JSON of the body. */
	payload: Record<string, string>;
}

/** What became of a delivery: it was taken, or there is nobody (any more) who would take it. */
export interface DeliveryResult {
	outcome: 'delivered' | 'not-wanted';
	/** HTTP status of the last answer. */
	status: number;
}

/** Tells others, on the worker's own queue. */
export interface DeliveryActivities {
	deliver(delivery: Delivery): Promise<DeliveryResult>;
}
