import { useSignal } from '@preact/signals';
import { TITLES } from '../addresses';
import { listTaskTypes } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { PersonSearches } from '../tasks/person-search';

/** Everything that is kept about one person, and its erasure. */
export function PersonsPage() {
	return (
		<Page title={TITLES['/persons']}>
			<p class="soft">
				Find what is kept about one person, and erase it. The page shows what will go before anything is erased.
			</p>
			{may('erase') ? <Person /> : <p>Your token lacks the role “erase”. Ask an administrator for one that has it.</p>}
		</Page>
	);
}

function Person() {
	const typed = useSignal('');
	const address = useSignal<string | null>(null);
	const types = useLive(listTaskTypes, []);
	const choose = (event: Event) => {
		event.preventDefault();
		address.value = typed.value.trim();
	};
	return (
		<>
			<form class="field" onSubmit={choose}>
				<label for="person">Email address of the person</label>
				<input
					id="person"
					type="email"
					required
					autocomplete="off"
					value={typed.value}
					onInput={({ currentTarget }) => {
						typed.value = currentTarget.value;
					}}
				/>
				<div class="buttons">
					<button type="submit">Choose</button>
				</div>
			</form>
			{address.value !== null && (
				<Loaded live={types}>
					{(all) => <PersonSearches key={address.value} address={address.value ?? ''} types={all} />}
				</Loaded>
			)}
		</>
	);
}
