-- A session in Neovim 0.7 or later, without a configuration: `nvim --headless -u NONE -S neovim.lua FILE`, with CODEGEN
-- as the tool. Prints what the user would see.
local file = vim.fn.argv(0)
local id
local function say(...) io.stdout:write(string.format(...), "\n") end
local function fail(words)
  io.stderr:write("neovim.lua: ", words, "\n")
  vim.cmd("cquit")
end
local function wait(words, is_done)
  if not vim.wait(20000, is_done, 20) then fail("timeout: " .. words) end
end

local function show_diagnostics(count)
  wait("diagnostics", function() return #vim.diagnostic.get(0) == count end)
  for _, found in ipairs(vim.diagnostic.get(0)) do
    say("  %d:%d %s: %s", found.lnum + 1, found.col + 1, vim.diagnostic.severity[found.severity]:lower(), found.message)
  end
  if count == 0 then say("  none") end
end

-- Puts the cursor on the nth occurrence of a text.
local function go(text, count)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  for _ = 1, count or 1 do
    if vim.fn.search("\\V" .. text, "W") == 0 then fail("no " .. text) end
  end
end

local function main()
  id = vim.lsp.start_client({ name = "codegen", cmd = { os.getenv("CODEGEN"), "lsp" }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, id)
  wait("start", function() return vim.lsp.buf_get_clients(0)[id] ~= nil end)
  say("diagnostics")
  show_diagnostics(2)

  say("hover over the reference")
  go("#/$defs/short")
  local before = #vim.api.nvim_list_wins()
  vim.lsp.buf.hover()
  wait("hover", function() return #vim.api.nvim_list_wins() > before end)
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      for _, line in ipairs(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)) do
        if line:match("%S") then say("  %s", vim.trim(line)) end
      end
      vim.api.nvim_win_close(window, true)
    end
  end

  say("definition of the reference")
  go("#/$defs/short")
  local line = vim.fn.line(".")
  vim.lsp.buf.definition()
  wait("definition", function() return vim.fn.line(".") ~= line end)
  say("  %d:%d %s", vim.fn.line("."), vim.fn.col("."), vim.trim(vim.fn.getline(".")))

  say("completion in x-swift")
  go('"null": "absent"')
  local items = vim.lsp.buf_request_sync(
    0, "textDocument/completion",
    vim.tbl_extend("force", vim.lsp.util.make_position_params(), {
      position = { line = vim.fn.line(".") - 1, character = vim.fn.col(".") + #'"null": ' },
    }), 20000)
  for _, item in ipairs(items[id].result.items) do say("  %s", item.label) end

  say("rename to 'brief'")
  go('"short"')
  local tick = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.rename("brief")
  wait("rename", function() return vim.api.nvim_buf_get_changedtick(0) > tick end)
  for number, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if text:find("brief", 1, true) then say("  %d %s", number, vim.trim(text)) end
  end

  say("diagnostics after repair")
  for _, change in ipairs({ { "maxLenght", "maxLength" }, { ', "x-open": true', "" } }) do
    vim.cmd("%s/" .. change[1] .. "/" .. change[2] .. "/")
  end
  show_diagnostics(0)
  vim.cmd("qall!")
end

vim.cmd("edit " .. file)
local ok, problem = pcall(main)
if not ok then fail(problem) end
