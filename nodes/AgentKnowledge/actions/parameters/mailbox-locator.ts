import { locator } from './locator';

export const mailboxLocator = locator({
	displayName: 'Mailbox',
	name: 'mailboxId',
	description: 'The mailbox to work with',
	searchListMethod: 'searchMailboxes',
	listPlaceholder: 'Select a mailbox...',
	idPlaceholder: 'e.g. mbx_42',
	id: { regex: '.*\\S.*', errorMessage: 'Enter the ID of a mailbox' },
});
