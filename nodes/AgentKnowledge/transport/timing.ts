/** Limits and waits of the nodes, in milliseconds. Only tests change them. */
export const timing = {
	/** The longest request of an execution. */
	requestMs: 60_000,
	uploadMs: 300_000,
	/** The longest request while a person waits: of a list in the editor, or of the test of a credential. */
	editorRequestMs: 20_000,
	/** How long the look at the own page of another server may take. */
	lookMs: 5_000,
	/** The wait before the first retry. It doubles each time. */
	firstBackoffMs: 500,
	/** For a harmless write: the wait before a look after the second lost response. It doubles each time. */
	firstSettlePauseMs: 2_000,
	/** Waits of an execution for texts that are still being stored. They show no content until then. */
	storingPausesMs: [2_000, 3_000, 5_000],
	/** A poll that took longer begins with no further agent. */
	roundMs: 20_000,
	/** A poll that took longer reads no further conversation. */
	conversationsMs: 10_000,
};
