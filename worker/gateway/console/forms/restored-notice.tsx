/** Says where the content of a form comes from. @param startOver empties the form */
export function RestoredNotice({ isRestored, startOver }: { isRestored: boolean; startOver: () => void }) {
	if (!isRestored) return null;
	return (
		<div class="note row">
			<p>The form has what you typed before.</p>
			<button type="button" onClick={startOver}>
				Start over
			</button>
		</div>
	);
}
