import { Fragment, h } from 'preact';
import { useState } from 'preact/hooks';
import { areShortcutsOn, shortcutGroups, turnShortcuts } from '../shortcuts.js';
import { text } from '../text/language.js';
import { openDialog } from '../view/dialog.js';

/** Shows all shortcuts, and turns them off or on. */
export function showShortcuts(): void {
  openDialog(text.value.shell.shortcuts, () => <ShortcutList />);
}

function ShortcutList() {
  const [isOn, setOn] = useState(areShortcutsOn());
  const turn = (on: boolean) => {
    turnShortcuts(on);
    setOn(on);
  };
  return (
    <Fragment>
      <div class="shortcuts">
        {shortcutGroups().map(({ heading, shortcuts }) => (
          <Fragment key={heading}>
            <h3>{heading}</h3>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </Fragment>
        ))}
      </div>
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget: { checked } }) => turn(checked)} />
        {text.value.shell.keys.on}
      </label>
    </Fragment>
  );
}
