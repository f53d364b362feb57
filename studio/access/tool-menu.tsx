import { ChevronDownIcon } from '@sanity/icons/ChevronDown';
import { Button, Flex, Text } from '@sanity/ui';
import { Menu, MenuButton, MenuItem } from '@sanity/ui/menu';
import type { ToolMenuProps } from 'sanity';
import { StateLink } from 'sanity/router';
import { groupTools } from './tools.ts';

/** Returns the router's state of a tool that has just been opened. */
const stateOf = (name: string) => ({ tool: name, [name]: undefined });

/** Shows the tools in groups: with headings in the menu of narrow screens, in the top bar with lines between them. */
export function ToolMenu({ tools, activeToolName, context }: ToolMenuProps) {
  const isTopBar = context === 'topbar';
  const direction = isTopBar ? 'row' : 'column';
  const line = { borderInlineStart: '1px solid var(--card-border-color)', paddingInlineStart: 8 };
  return (
    <Flex direction={direction} gap={isTopBar ? 2 : 4} style={isTopBar ? { marginInline: 8 } : {}}>
      {groupTools(tools).map(({ title, tools: group }, index) => (
        <Flex
          key={title}
          role="group"
          aria-label={title}
          direction={direction}
          gap={1}
          style={isTopBar && index > 0 ? line : {}}
        >
          {!isTopBar && (
            <Text size={1} muted style={{ padding: '4px 12px' }}>
              {title}
            </Text>
          )}
          {isTopBar && title === 'More' && group.length > 1 ? (
            <MoreTools tools={group} activeToolName={activeToolName} />
          ) : (
            group.map(({ name, title: text }) => (
              <Button
                key={name}
                as={StateLink}
                state={stateOf(name)}
                text={text}
                mode="bleed"
                fontSize={1}
                padding={isTopBar ? 2 : 3}
                justify="flex-start"
                // Large enough for a finger.
                style={isTopBar ? {} : { minHeight: 40 }}
                selected={name === activeToolName}
                aria-current={name === activeToolName ? 'page' : undefined}
              />
            ))
          )}
        </Flex>
      ))}
    </Flex>
  );
}

function MoreTools({ tools, activeToolName }: Pick<ToolMenuProps, 'tools' | 'activeToolName'>) {
  const active = tools.find(({ name }) => name === activeToolName);
  return (
    <MenuButton
      id="more-tools"
      button={
        <Button
          text={active ? `More: ${active.title}` : 'More'}
          iconRight={ChevronDownIcon}
          mode="bleed"
          fontSize={1}
          padding={2}
          selected={active !== undefined}
        />
      }
      menu={
        <Menu>
          {tools.map(({ name, title }) => (
            <MenuItem
              key={name}
              as={StateLink}
              state={stateOf(name)}
              text={title}
              fontSize={1}
              pressed={name === activeToolName}
              style={{ textDecoration: 'none' }}
            />
          ))}
        </Menu>
      }
      popover={{ portal: true }}
    />
  );
}
